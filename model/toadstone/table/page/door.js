// A page without a token: this browser may have been given the token before.
const token = localStorage.getItem("toadstone.token");
if (token && !new URLSearchParams(location.search).has("token"))
  location.replace(`/?token=${encodeURIComponent(token)}${location.hash}`);
