// The checker as a function of the page: the text of a certificate in, the message out.

//Provides: toadstone_serve
//Requires: caml_string_of_jsstring, caml_jsstring_of_string, caml_call_gen
function toadstone_serve(judge) {
  globalThis.toadstoneVerify = function (text) {
    return caml_jsstring_of_string(caml_call_gen(judge, [caml_string_of_jsstring(text)]));
  };
  return 0;
}
