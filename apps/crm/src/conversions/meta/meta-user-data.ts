import { createHash } from 'node:crypto';

/** A person as the CRM knows them. Absent values are null. */
export interface MetaPerson {
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
  name: string | null;
  city: string | null;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** The id of the contact. */
  id: string;
}

/** Customer information in the form of the Conversions API: each value a list of SHA-256 hashes. */
export type HashedUserData = Partial<
  Record<'em' | 'ph' | 'fn' | 'ln' | 'ct' | 'st' | 'country' | 'external_id', string[]>
>;

/**
 * Normalises each value as the provider documents it ("Customer Information Parameters"), and hashes it. Letters of other
 * alphabets and accents stay, in UTF-8.
 */
export function hashUserData({ emails, phones, name, city, state, country, id }: MetaPerson): HashedUserData {
  const [first = '', ...others] = words(name ?? '');
  const values: Record<keyof HashedUserData, string[]> = {
    em: emails.map((email) => email.trim().toLowerCase()),
    ph: phones.map((phone) => phone.replaceAll(/\D/g, '').replace(/^0+/, '')),
    fn: [first],
    ln: [others.join(' ')],
    ct: [letters(city ?? '')],
    st: [letters(state ?? '')],
    country: [letters(country ?? '')],
    external_id: [id.trim().toLowerCase()],
  };
  const hashed = Object.entries(values).map(([key, given]) => [key, [...new Set(given.filter(Boolean))].map(sha256)]);
  return Object.fromEntries(hashed.filter(([, list]) => list!.length > 0)) as HashedUserData;
}

/** Lower case, without punctuation. */
function words(text: string): string[] {
  return normal(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);
}

/** Lower case, without punctuation and spaces. */
const letters = (text: string): string => words(text).join('');

const normal = (text: string): string => text.trim().normalize('NFC').toLowerCase();

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
