/** Requests of the benchmarks with the token of a session or the key of a unit. */
import autocannon from 'autocannon';

/** Text of the response; throws unless the request succeeded. */
export async function send(
  url: string,
  token: string,
  method = 'GET',
  body?: object,
): Promise<string> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** GETs as fast as these connections receive their responses; throws where one fails. */
export async function load(
  url: string,
  token: string,
  options: { connections: number } & ({ duration: number } | { amount: number }),
): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    headers: { authorization: `Bearer ${token}` },
    ...options,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load`);
  return result;
}
