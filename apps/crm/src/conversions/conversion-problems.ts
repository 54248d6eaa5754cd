import { type Problem, refusal } from '#libs/core/http';
import { PROVIDERS } from './providers.js';

export function unknownProvider(): Problem {
  return refusal('Unprocessable', {
    erro: `O provedor não é oferecido. Há: ${PROVIDERS.join(', ')}.`,
    campo: 'provedor',
    provedores: PROVIDERS,
  });
}

export function invalidPixel(): Problem {
  return refusal('Unprocessable', {
    erro: 'O id do pixel tem de 5 a 20 algarismos, e mais nada.',
    campo: 'config.pixel_id',
  });
}

export function invalidTestCode(): Problem {
  return refusal('Unprocessable', {
    erro: 'O código de teste tem letras e algarismos, como TEST12345.',
    campo: 'config.test_event_code',
  });
}
