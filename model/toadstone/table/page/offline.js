// Keeps the page: opened once, it works without a network. KEPT stands above, in the built page.
self.addEventListener("install", (event) => {
  const files = KEPT.files.map((name) => new Request(name, { cache: "no-cache" })); // not what is old
  event.waitUntil(caches.open(KEPT.name).then((kept) => kept.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const forget = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name !== KEPT.name).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
