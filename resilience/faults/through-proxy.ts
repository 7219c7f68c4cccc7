import type { Target } from './cut-proxy.ts';

/** Address of a database, and its URL through a local port. */
export function throughProxy(databaseUrl: string): {
  target: Target;
  urlOn: (port: number) => string;
} {
  const url = new URL(databaseUrl.replace(/^(\w+):\/\/\//, '$1://nowhere/'));
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  const user = url.searchParams.get('user') ?? url.username;
  const password = url.password === '' ? '' : `:${url.password}`;
  return {
    target: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    urlOn: (here) => `postgres://${user}${password}@127.0.0.1:${here}${url.pathname}`,
  };
}
