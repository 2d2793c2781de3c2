// Holds the numbers of the proven checker in JavaScript against BigInt, as many times as is said.
import { readFileSync } from "node:fs";
const [folder, times] = process.argv.slice(2);
const text = ["uint63.js", "z.js"].map((name) => readFileSync(`${folder}/${name}`, "utf8")).join("\n");
const names = [...text.matchAll(/^function (\w+)/gm)].map((found) => found[1]);
const library = "const caml_string_of_jsbytes = String, caml_jsbytes_of_string = String;";
const made = new Function(`${library}\n${text}\nreturn { ${names.join(", ")} };`)();

const SIZE = 2n ** 63n;
const shifted = (x, y, by) => (y > 62n ? 0n : by(x, y) % SIZE);
const UINT63 = {
  add: (x, y) => (x + y) % SIZE, sub: (x, y) => (x - y + SIZE) % SIZE, mul: (x, y) => (x * y) % SIZE,
  div: (x, y) => (y ? x / y : 0n), rem: (x, y) => (y ? x % y : x),
  and: (x, y) => x & y, or: (x, y) => x | y, xor: (x, y) => x ^ y,
  shift_left: (x, y) => shifted(x, y, (a, b) => a << b), shift_right: (x, y) => shifted(x, y, (a, b) => a >> b),
  equal: (x, y) => BigInt(x === y), less: (x, y) => BigInt(x < y),
};
const Z = {
  add: (x, y) => x + y, mul: (x, y) => x * y, neg: (x) => -x, compare: (x, y) => BigInt((x > y) - (x < y)),
  quotient: (x, y) => (y ? x / y : null), left: (x, y) => (y ? x % y : null),
};

const of = (n) => made.uint63_of_big(n);
const big = (x) => made.toadstone_uint63_big(x);
const same = (x, y) => (typeof y === "object" ? x.high === y.high && x.low === y.low : Object.is(x, y));
const edges = [0n, 1n, 2n, 3n, 31n, 32n, 33n, 62n, 63n, 64n, 65535n];
for (const power of [16n, 30n, 31n, 32n, 33n, 52n, 53n, 54n, 62n, 63n])
  edges.push(2n ** power - 2n, 2n ** power - 1n, ...(power < 63n ? [2n ** power, 2n ** power + 1n] : []));
const digit = () => BigInt(Math.floor(Math.random() * 2 ** 32));
const number = () => (((digit() << 32n) | digit()) % SIZE) >> BigInt(Math.floor(Math.random() * 63));

let tried = 0;
function hold(x, y) {
  for (const [name, meaning] of Object.entries(UINT63)) {
    const found = made[`toadstone_uint63_${name}`](of(x), of(y)), wanted = meaning(x, y);
    if (big(found) !== wanted || !same(found, of(wanted))) throw new Error(`uint63 ${name} ${x} ${y}: ${big(found)}`);
  }
  for (const [a, b] of [[x, y], [-x, y], [x, -y], [-x, -y]])
    for (const [name, meaning] of Object.entries(Z)) {
      const wanted = meaning(a, b);
      if (wanted === null) continue;
      const found = made[`toadstone_z_${name}`](made.z_of_big(a), made.z_of_big(b));
      if (!Object.is(found, made.z_of_big(wanted))) throw new Error(`z ${name} ${a} ${b}: ${found}`);
    }
  tried += Object.keys(UINT63).length + 4 * Object.keys(Z).length;
  if (made.toadstone_z_of_string(made.toadstone_z_to_string(made.z_of_big(-x))) !== made.z_of_big(-x)) throw new Error(`z ${-x}`);
  if (made.toadstone_uint63_index(of(x)) !== (x < 2n ** 31n ? Number(x) : -1)) throw new Error(`index ${x}`);
}
for (const x of edges) for (const y of edges) hold(x, y);
while (tried < times) hold(number(), number());
console.log(tried);
