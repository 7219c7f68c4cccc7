/** Requests to the API that a test sends itself, outside the browser. */

export const serverUrl = (): string => process.env['E2E_URL'] ?? '';

/** Sends a request and parses the JSON response; an error status is thrown. */
export async function sendRequest<Response>(
  token: string | null,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${serverUrl()}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  const parsed: Response = JSON.parse(text);
  return parsed;
}

/** The API as one account uses it. */
export interface ApiClient {
  readonly userId: string;
  readonly loginToken: string;
  readonly apiToken: string;
  readonly request: <Response>(method: string, path: string, body?: object) => Promise<Response>;
  readonly getJson: <Response>(path: string) => Promise<Response>;
}

export function apiClient(loginToken: string): ApiClient {
  const { sub, rotoken } = claimsOf(loginToken);
  const request: ApiClient['request'] = (method, path, body) =>
    sendRequest(rotoken, method, path, body);
  return {
    userId: sub,
    loginToken,
    apiToken: rotoken,
    request,
    getJson: (path) => request('GET', path),
  };
}

let signInCount = 0;

/**
 * Signs in and returns the login token. The server limits sign-ins by client address, and the suite signs in as more
 * accounts than one client may. The suite stands for the proxy in front of the server: each account has a client address
 * of its own, sent as X-Forwarded-For.
 */
export async function signIn(email: string): Promise<string> {
  signInCount += 1;
  const worker = Number(process.env['TEST_WORKER_INDEX'] ?? 255);
  const address = `10.${worker % 256}.${signInCount >> 8}.${signInCount & 255}`;
  const { token } = await sendRequest<{ token: string }>(
    null,
    'POST',
    '/api/users/login',
    { email, password },
    { 'X-Forwarded-For': address },
  );
  return token;
}

/** Ends the session on the server, which invalidates its tokens. */
export const endSession = ({ loginToken }: ApiClient): Promise<unknown> =>
  sendRequest(null, 'POST', '/api/users/logout', undefined, { Authorization: loginToken });

/** Signs in once as each demo account. */
export async function signInDemoAccounts(): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const [account, email] of Object.entries(accounts)) tokens[account] = await signIn(email);
  return tokens;
}

/** The login token of a demo account, issued once in the global setup. */
export function tokenOf(account: DemoAccount): string {
  const tokens: Record<string, string> = JSON.parse(process.env['E2E_TOKENS'] ?? '{}');
  return tokens[account] ?? '';
}

/** The claims of a login token. */
export function claimsOf(token: string): { sub: string; rotoken: string; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** The accounts of the demo data. Registered accounts use the same password. */
export const password = 'pour-one-out';

export const accounts = {
  admin: 'admin@barback.example',
  /** Added to the demo at start: one account may not register as many owners as all tests need. */
  registrar: 'registrar@barback.example',
  owner: 'maya@rooftop.example',
  hidden: 'hidden@barback.example',
  customer: 'customer@barback.example',
} as const;

export type DemoAccount = keyof typeof accounts;
