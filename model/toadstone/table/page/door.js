// A page without the right token: this browser may have been given it before, or since.
const token = localStorage.getItem("toadstone.token");
if (token && new URLSearchParams(location.search).get("token") !== token)
  location.replace(`/?token=${encodeURIComponent(token)}${location.hash}`);
