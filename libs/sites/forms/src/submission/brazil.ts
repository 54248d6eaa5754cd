/** Check digits and codes of Brazil. Each function takes what a person typed, and returns its one form; null if invalid. */

const SEPARATORS = /[\s./-]/g;

/** `123.456.789-09`, with or without its separators. Returns eleven digits. */
export function parseCpf(text: string): string | null {
  const digits = text.replace(SEPARATORS, '');
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return null;
  const values = [...digits].map(Number);
  for (const length of [9, 10]) {
    const sum = values.slice(0, length).reduce((total, value, index) => total + value * (length + 1 - index), 0);
    if (((sum * 10) % 11) % 10 !== values[length]) return null;
  }
  return digits;
}

const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * A CNPJ of digits, or one of July 2026 on, whose first twelve places may be letters; the last two are always check digits.
 * Each character counts as its ASCII code less 48 (Instrução Normativa RFB 2.229). Returns fourteen characters.
 */
export function parseCnpj(text: string): string | null {
  const places = text.replace(SEPARATORS, '').toUpperCase();
  if (!/^[0-9A-Z]{12}\d{2}$/.test(places) || /^(.)\1{13}$/.test(places)) return null;
  const values = [...places].map((place) => place.charCodeAt(0) - 48);
  for (const length of [12, 13]) {
    const weights = CNPJ_WEIGHTS.slice(13 - length);
    const sum = values.slice(0, length).reduce((total, value, index) => total + value * weights[index]!, 0);
    const rest = sum % 11;
    if ((rest < 2 ? 0 : 11 - rest) !== values[length]) return null;
  }
  return places;
}

/** `01310-100`, with or without the hyphen. Returns eight digits. */
export function parseCep(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) && !/^0{5}/.test(digits) ? digits : null;
}

const STATES: Readonly<Record<string, string>> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AP: 'Amapá',
  AM: 'Amazonas',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MT: 'Mato Grosso',
  MS: 'Mato Grosso do Sul',
  MG: 'Minas Gerais',
  PA: 'Pará',
  PB: 'Paraíba',
  PR: 'Paraná',
  PE: 'Pernambuco',
  PI: 'Piauí',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RS: 'Rio Grande do Sul',
  RO: 'Rondônia',
  RR: 'Roraima',
  SC: 'Santa Catarina',
  SP: 'São Paulo',
  SE: 'Sergipe',
  TO: 'Tocantins',
};

const STATE_BY_NAME = new Map(
  Object.entries(STATES).flatMap(([code, name]) => [
    [fold(code), code],
    [fold(name), code],
  ]),
);

/** The federative units by their codes. */
export const BRAZILIAN_STATES: readonly { code: string; name: string }[] = Object.entries(STATES).map(
  ([code, name]) => ({ code, name }),
);

/** A state by its code or its name. Returns the code, such as `SP`. */
export function parseState(text: string): string | null {
  return STATE_BY_NAME.get(fold(text)) ?? null;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
