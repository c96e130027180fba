/**
 * Tests and scripts connect only to servers on this machine. The caller's variables must not change these connections:
 * with PGSSLMODE they would need TLS, and with HTTP_PROXY they would go to another server.
 */
for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
for (const name of ['NO_PROXY', 'no_proxy'])
  process.env[name] = [process.env[name], 'localhost', '127.0.0.1'].filter(Boolean).join();
