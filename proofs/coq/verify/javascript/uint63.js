// Whole numbers modulo 2^63: a number below 2^53, else its two halves, 31 bits and 32 bits.
// js_of_ocaml 4 reads no newer JavaScript than this.

//Provides: uint63_high const
function uint63_high(x) { return typeof x === "number" ? Math.floor(x / 4294967296) : x.high; }

//Provides: uint63_low const
function uint63_low(x) { return typeof x === "number" ? x >>> 0 : x.low; }

//Provides: uint63_of const
function uint63_of(high, low) {
  return high < 2097152 ? high * 4294967296 + low : { high: high, low: low };
}

//Provides: toadstone_uint63_add const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_add(x, y) {
  if (typeof x === "number" && typeof y === "number") {
    var sum = x + y;
    if (sum <= 9007199254740991) return sum;
  }
  var low = uint63_low(x) + uint63_low(y);
  var more = low > 4294967295 ? 1 : 0;
  return uint63_of((uint63_high(x) + uint63_high(y) + more) & 2147483647, low >>> 0);
}

//Provides: toadstone_uint63_sub const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_sub(x, y) {
  if (typeof x === "number" && typeof y === "number" && x >= y) return x - y;
  var low = uint63_low(x) - uint63_low(y);
  var less = low < 0 ? 1 : 0;
  return uint63_of((uint63_high(x) - uint63_high(y) - less) & 2147483647, low >>> 0);
}

//Provides: toadstone_uint63_mul const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_mul(x, y) {
  if (typeof x === "number" && typeof y === "number") {
    var product = x * y;
    if (product <= 9007199254740991) return product;
  }
  var a = uint63_low(x), b = uint63_low(y);
  var a0 = a & 65535, a1 = a >>> 16, b0 = b & 65535, b1 = b >>> 16;
  var lowest = a0 * b0;
  var middle = a0 * b1 + a1 * b0 + (lowest >>> 16);
  var low = (middle & 65535) * 65536 + (lowest & 65535);
  var high = a1 * b1 + Math.floor(middle / 65536);
  high += Math.imul(uint63_high(x), b) + Math.imul(a, uint63_high(y));
  return uint63_of(high & 2147483647, low);
}

//Provides: toadstone_uint63_and const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_and(x, y) {
  if (typeof x === "number" && typeof y === "number" && x < 2147483648 && y < 2147483648) return x & y;
  return uint63_of(uint63_high(x) & uint63_high(y), (uint63_low(x) & uint63_low(y)) >>> 0);
}

//Provides: toadstone_uint63_or const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_or(x, y) {
  if (typeof x === "number" && typeof y === "number" && x < 2147483648 && y < 2147483648) return x | y;
  return uint63_of(uint63_high(x) | uint63_high(y), (uint63_low(x) | uint63_low(y)) >>> 0);
}

//Provides: toadstone_uint63_xor const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_xor(x, y) {
  if (typeof x === "number" && typeof y === "number" && x < 2147483648 && y < 2147483648) return x ^ y;
  return uint63_of(uint63_high(x) ^ uint63_high(y), (uint63_low(x) ^ uint63_low(y)) >>> 0);
}

//Provides: toadstone_uint63_shift_left const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_shift_left(x, by) {
  if (typeof by !== "number" || by > 62) return 0;
  var high = uint63_high(x), low = uint63_low(x);
  if (by > 31) return uint63_of((low << (by - 32)) & 2147483647, 0);
  var over = by === 0 ? 0 : low >>> (32 - by);
  return uint63_of(((high << by) | over) & 2147483647, (low << by) >>> 0);
}

//Provides: toadstone_uint63_shift_right const
//Requires: uint63_high, uint63_low, uint63_of
function toadstone_uint63_shift_right(x, by) {
  if (typeof by !== "number" || by > 62) return 0;
  if (typeof x === "number" && x < 2147483648) return by > 31 ? 0 : x >>> by;
  var high = uint63_high(x), low = uint63_low(x);
  if (by > 31) return high >>> (by - 32);
  var over = by === 0 ? 0 : high << (32 - by);
  return uint63_of(high >>> by, ((low >>> by) | over) >>> 0);
}

//Provides: toadstone_uint63_equal const
function toadstone_uint63_equal(x, y) {
  if (typeof x === "number" || typeof y === "number") return x === y ? 1 : 0;
  return x.high === y.high && x.low === y.low ? 1 : 0;
}

//Provides: toadstone_uint63_less const
//Requires: uint63_high, uint63_low
function toadstone_uint63_less(x, y) {
  if (typeof x === "number" && typeof y === "number") return x < y ? 1 : 0;
  var a = uint63_high(x), b = uint63_high(y);
  return a < b || (a === b && uint63_low(x) < uint63_low(y)) ? 1 : 0;
}

//Provides: toadstone_uint63_big const
//Requires: uint63_high, uint63_low
function toadstone_uint63_big(x) {
  return BigInt(uint63_high(x)) * BigInt(4294967296) + BigInt(uint63_low(x));
}

//Provides: uint63_of_big const
//Requires: uint63_of
function uint63_of_big(n) {
  return uint63_of(Number(n / BigInt(4294967296)), Number(n % BigInt(4294967296)));
}

//Provides: toadstone_uint63_div const
//Requires: toadstone_uint63_big, uint63_of_big
function toadstone_uint63_div(x, y) {
  if (y === 0) return 0;
  if (typeof x === "number" && typeof y === "number") return (x - (x % y)) / y;
  return uint63_of_big(toadstone_uint63_big(x) / toadstone_uint63_big(y));
}

//Provides: toadstone_uint63_rem const
//Requires: toadstone_uint63_big, uint63_of_big
function toadstone_uint63_rem(x, y) {
  if (y === 0) return x;
  if (typeof x === "number" && typeof y === "number") return x % y;
  return uint63_of_big(toadstone_uint63_big(x) % toadstone_uint63_big(y));
}

//Provides: toadstone_uint63_index const
function toadstone_uint63_index(x) { return typeof x === "number" && x < 2147483648 ? x : -1; }
