import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portugueseReason } from '#libs/core/http';
import { pagesStack, type PagesStack } from '../../../test/support/pages-stack.js';

/** Configuration, and what the apps send each other. */
const INTERNAL = /Config$|^Composed$|^EventEnvelope$|^ReceivedEventRequest$|^SubjectDataRequest$/;

/** The message of every rule on a field of a request, by the name of its class and field. */
function messagesOfRules(): Map<string, string> {
  const storage = getMetadataStorage();
  const messages = new Map<string, string>();
  for (const rules of storage['validationMetadatas'].values()) {
    for (const { type, target, propertyName, message, constraintCls, constraints } of rules) {
      const owner = typeof target === 'function' ? target.name : target;
      if (type !== ValidationTypes.CUSTOM_VALIDATION || INTERNAL.test(owner)) continue;
      for (const { instance, name } of storage.getTargetValidatorConstraints(constraintCls)) {
        const values: ValidationArguments = {
          property: propertyName,
          constraints,
          value: '',
          targetName: owner,
          object: {},
        };
        const template = message || instance.defaultMessage?.(values) || '';
        const text = typeof template === 'function' ? template(values) : template;
        const filled = text.replace('$property', propertyName).replace('$constraint1', String(constraints?.[0]));
        messages.set(`${owner}.${propertyName} ${name}`, filled);
      }
    }
  }
  return messages;
}

describe('what the API says', () => {
  let stack: PagesStack;
  beforeAll(async () => {
    stack = await pagesStack();
  });
  afterAll(() => stack?.close());

  it('of a field is in Portuguese, whichever rule it breaks', () => {
    const messages = messagesOfRules();
    expect(messages.size).toBeGreaterThan(100);
    expect([...messages].filter(([, message]) => portugueseReason(message) === undefined)).toEqual([]);
  });

  it('of a credential is in Portuguese', async () => {
    const { client } = await (await stack.createTenant()).createKey(['forms:read']);
    const answers = [
      await stack.anonymous.get('/v1/paginas'),
      await client.get('/v1/paginas'),
      await client.get('/v1/marca'),
    ];
    expect(answers.map(({ status, body }) => [status, body.erro])).toEqual([
      [401, 'Sessão ausente, inválida ou expirada.'],
      [403, 'Falta à chave de API o escopo pages:read.'],
      [403, 'Uma chave de API não basta aqui: use uma sessão.'],
    ]);
  });

  it('of a body is in Portuguese', async () => {
    const { client } = await (await stack.createTenant()).createKey(['pages:write']);
    const nested = await client.post('/v1/paginas', JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`));
    expect([nested.status, nested.body.erro]).toEqual([400, 'O corpo tem mais de 64 níveis.']);
    const slug = await client.post('/v1/paginas', { titulo: 'Oi', slug: 'Olá' });
    expect(slug.body.erro).toBe('Campo inválido: slug: deve ter só letras minúsculas, algarismos e hífens.');
  });
});
