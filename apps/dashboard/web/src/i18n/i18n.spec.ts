import { afterEach, describe, expect, it } from 'vitest';
import { bucketName, setTimeZone, timeNear } from './formats.ts';
import { languageFor } from './language.ts';
import { plural } from './words.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

describe('the language of the page', () => {
  it('is the first of ours that the browser asks for', () => {
    expect(languageFor(['de-DE', 'pt-PT', 'en'])).toBe('pt-BR');
    expect(languageFor(['es-MX'])).toBe('es');
    expect(languageFor(['fr'])).toBe('en');
    expect(languageFor([])).toBe('en');
  });

  it('has a form for one and a form for the others', () => {
    expect([0, 1, 2].map((count) => plural(count, 'row', 'rows'))).toEqual(['rows', 'row', 'rows']);
  });
});

describe('a time', () => {
  it('under a day away is told by its distance', () => {
    expect(timeNear('2026-11-27T11:59:40Z', NOW, 'en')).toBe('20 seconds ago');
    expect(timeNear('2026-11-27T11:15:00Z', NOW, 'pt-BR')).toBe('há 45 minutos');
    expect(timeNear('2026-11-27T14:00:00Z', NOW, 'es')).toBe('dentro de 2 horas');
  });

  it('further away is told by its date', () => {
    expect(timeNear('2026-11-26T11:00:00Z', NOW, 'en')).toContain('Nov 26, 2026');
  });
});

describe('a bucket of a chart', () => {
  const midnight = Date.parse('2026-11-28T00:00:00Z');
  afterEach(() => setTimeZone(undefined));

  it('of a day is named by its day of UTC, wherever the reader is', () => {
    for (const zone of ['America/Sao_Paulo', 'Asia/Tokyo', undefined]) {
      setTimeZone(zone);
      expect(bucketName(midnight, false, 'en'), zone).toBe('Nov 28');
    }
  });

  it('of an hour is named in the zone of the reader', () => {
    setTimeZone('America/Sao_Paulo');
    expect(bucketName(midnight, true, 'en')).toMatch(/^Nov 27, 9:00\sPM$/);
  });
});
