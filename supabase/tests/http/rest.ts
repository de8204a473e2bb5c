/** Response of the REST interface. `code` is from the database or PostgREST. */
export interface Answer {
  status: number;
  code: string | undefined;
  message: string | undefined;
  /** The rows, if the response is a list. */
  rows: Row[];
  /** The total of a response with a count. */
  count: number | undefined;
  body: unknown;
}

export type Row = Record<string, unknown>;

/** Column values that identify rows, e.g. `{ id: '…' }`. */
export type Key = Record<string, string>;

export interface Call {
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  query?: Record<string, string>;
  body?: unknown;
  prefer?: string;
}

export interface Credentials {
  origin: string;
  apikey: string;
  /** Bearer token, if any is sent. */
  token?: string | undefined;
}

export type Rest = (path: string, call?: Call) => Promise<Answer>;

/** Creates a minimal client for `/rest/v1`, without a library, so that requests are sent verbatim. */
export function restOf({ origin, apikey, token }: Credentials): Rest {
  return async (path, { method = 'GET', query = {}, body, prefer } = {}) => {
    const url = new URL(`/rest/v1/${path}`, origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = new Headers({ apikey });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (prefer) headers.set('prefer', prefer);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return readAnswer(response);
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = parse(text);
  const failure = isRow(body) ? body : {};
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return {
    status: response.status,
    code: typeof failure.code === 'string' ? failure.code : undefined,
    message: typeof failure.message === 'string' ? failure.message : undefined,
    rows: Array.isArray(body) ? body.filter(isRow) : [],
    count: total === undefined ? undefined : Number(total),
    body,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the query that finds the rows of a key. */
export function equal(key: Key): Record<string, string> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, `eq.${value}`]));
}
