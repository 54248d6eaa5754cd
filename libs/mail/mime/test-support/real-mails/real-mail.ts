/** A message as a person sees it. What is absent is not looked at. */
export interface Shown {
  subject?: string;
  /** A name and an address. */
  from?: readonly [string, string];
  to?: readonly (readonly [string, string])[];
  cc?: readonly (readonly [string, string])[];
  date?: string;
  /** Without blanks around it. */
  text?: string;
  /** Pieces of the HTML, in this order; null without HTML. */
  html?: readonly string[] | null;
  /** The names of its files, in their order, with their content (one character for each byte). */
  files?: readonly (readonly [string, string])[];
  hasAttachments?: boolean;
  /** How many of its files are pictures within the HTML. */
  pictures?: number;
}

/** A kind of message that people get, and what is right for it. */
export interface RealMail {
  name: string;
  raw: Buffer;
  shown: Shown;
}

const BASIC = ['From: Rita Prado <rita@sender.test>', 'To: hello@shop.test', 'MIME-Version: 1.0'];

/** A message of header lines and a body, in which a character is a byte. */
export function real(name: string, lines: readonly string[], shown: Shown): RealMail {
  return { name, raw: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'), shown };
}

/** The same, whose first lines name a sender and a recipient. */
export const withBasics = (name: string, lines: readonly string[], shown: Shown): RealMail =>
  real(name, [...BASIC, ...lines], shown);

/** Lines of a multipart of a subtype, with its parts. */
export function multipart(subtype: string, parts: readonly (readonly string[])[], boundary = `=_${subtype}`): string[] {
  return [
    `Content-Type: multipart/${subtype}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
    `--${boundary}--`,
  ];
}

export const base64 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('base64');

export const plain = (text: string): string[] => ['Content-Type: text/plain; charset=utf-8', '', text];

export const html = (text: string): string[] => ['Content-Type: text/html; charset=utf-8', '', text];

/** A picture of eight bytes, with further lines in its header. */
export const picture = (...lines: string[]): string[] => [
  'Content-Type: image/png',
  ...lines,
  'Content-Transfer-Encoding: base64',
  '',
  base64('\x89PNG\r\n\x1a\n'),
];
