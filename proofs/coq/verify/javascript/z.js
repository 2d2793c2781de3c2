// Whole numbers of any size: a number where it is exact, else a BigInt.

//Provides: z_of_big const
function z_of_big(n) {
  return n >= -9007199254740991 && n <= 9007199254740991 ? Number(n) : n;
}

//Provides: toadstone_z_add const
//Requires: z_of_big
function toadstone_z_add(x, y) {
  if (typeof x === "number" && typeof y === "number") {
    var sum = x + y;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return z_of_big(BigInt(x) + BigInt(y));
}

//Provides: toadstone_z_mul const
//Requires: z_of_big
function toadstone_z_mul(x, y) {
  if (typeof x === "number" && typeof y === "number") {
    var product = x * y;
    if (Number.isSafeInteger(product)) return product + 0; // not -0
  }
  return z_of_big(BigInt(x) * BigInt(y));
}

//Provides: toadstone_z_neg const
function toadstone_z_neg(x) { return typeof x === "number" ? 0 - x : -x; }

// Towards 0, and what is left.
//Provides: toadstone_z_quotient const
//Requires: z_of_big
function toadstone_z_quotient(x, y) {
  if (typeof x === "number" && typeof y === "number") return (x - (x % y)) / y + 0;
  return z_of_big(BigInt(x) / BigInt(y));
}

//Provides: toadstone_z_left const
//Requires: z_of_big
function toadstone_z_left(x, y) {
  if (typeof x === "number" && typeof y === "number") return (x % y) + 0;
  return z_of_big(BigInt(x) % BigInt(y));
}

//Provides: toadstone_z_compare const
function toadstone_z_compare(x, y) { return x < y ? -1 : x > y ? 1 : 0; }

//Provides: toadstone_z_of_string const
//Requires: z_of_big, caml_jsbytes_of_string
function toadstone_z_of_string(text) {
  var letters = caml_jsbytes_of_string(text);
  return z_of_big(letters[0] === "-" ? -BigInt(letters.slice(1)) : BigInt(letters));
}

//Provides: toadstone_z_to_string const
//Requires: caml_string_of_jsbytes
function toadstone_z_to_string(x) { return caml_string_of_jsbytes(String(x)); }

//Provides: toadstone_z_to_float const
function toadstone_z_to_float(x) { return Number(x); }
