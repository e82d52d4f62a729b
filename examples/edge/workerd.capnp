# The worker on your own machine, for a try: see README.md.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "edge",
      worker = (
        modules = [ ( name = "worker.js", esModule = embed "../../dist/edge/worker.js" ) ],
        compatibilityDate = "2026-10-01",
        bindings = [ ( name = "KEYS", fromEnvironment = "KEYS" ) ],
      )
    ),
  ],
  sockets = [ ( name = "http", address = "127.0.0.1:8787", http = (), service = "edge" ) ],
);
