import { describe, expect, it } from 'vitest';
import { smsKeyword } from './keywords.js';

describe('smsKeyword', () => {
  it.each([
    ['STOP', 'stop'],
    [' stop. ', 'stop'],
    ['Stop all', 'stop'],
    ['STOPP', 'stop'],
    ['Arrêt !', 'stop'],
    ['arre\u0302t', 'stop'],
    ['Parar', 'stop'],
    ['SAIR', 'stop'],
    ['Alto', 'stop'],
    ['baja', 'stop'],
    ['Unsubscribe', 'stop'],
    ['"END"', 'stop'],
    ['start', 'start'],
    ['UNSTOP', 'start'],
    ['Começar', 'start'],
    ['voltar', 'start'],
    ['Alta', 'start'],
    ['Reanudar', 'start'],
    ['Démarrer', 'start'],
    ['réabonner', 'start'],
    ['Anmelden', 'start'],
    ['Help?', 'help'],
    ['ajuda', 'help'],
    ['Ayuda', 'help'],
    ['¿Ayuda?', 'help'],
    ['', undefined],
    ['Please do not stop', undefined],
    ['stop it now', undefined],
    ['STOPS', undefined],
    [`stop${' '.repeat(100)}`, undefined],
  ])('of %j is %s', (body, keyword) => expect(smsKeyword(body)).toBe(keyword));
});
