/**
 * Tests and scripts connect only to servers on this machine. Variables of the caller must not change these connections:
 * PGSSLMODE would need TLS, and HTTP_PROXY another server.
 */
for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
for (const name of ['NO_PROXY', 'no_proxy'])
  process.env[name] = [process.env[name], 'localhost', '127.0.0.1'].filter(Boolean).join();
