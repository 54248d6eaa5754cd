/** Content of a request, and its media type; the type of a form is set by `fetch`, with its boundary. */
export interface EncodedBody {
  body: BodyInit | undefined;
  type?: string;
}

type BodyInit = NonNullable<RequestInit['body']>;

/** Encodes a body: JSON, a form with files, or bytes. */
export function encodeBody(body: unknown, type: string | undefined): EncodedBody {
  if (body === undefined) return { body: undefined };
  if (type === undefined) return { body: JSON.stringify(body), type: 'application/json' };
  if (type === 'multipart/form-data') return { body: toForm(body as object) };
  return { body: body as BodyInit, type };
}

function toForm(body: object): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const one of [value].flat() as unknown[]) if (one !== undefined && one !== null) append(form, name, one);
  }
  return form;
}

function append(form: FormData, name: string, value: unknown): void {
  if (value instanceof Blob) form.append(name, value);
  else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
}
