import { setImmediate as nextTick } from 'node:timers/promises';
import { buildSchema, graphql, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ContextSlot, separateRootFields, withContext, workContext } from '../index.js';

const color = new ContextSlot<string>('color');

function schemaOfColors() {
  const schema = buildSchema(
    'type Query { paint(name: String): Paint, unpainted: String } type Paint { below: [Paint], color: String }',
  );
  const { paint, unpainted } = schema.getQueryType()!.getFields();
  const { below, color: colorField } = (schema.getType('Paint') as GraphQLObjectType).getFields();
  paint!.resolve = async (_source, { name }) => {
    color.set(name);
    await nextTick();
    return {};
  };
  unpainted!.resolve = async () => color.get() ?? 'no color';
  below!.resolve = async () => {
    await nextTick();
    return [{}];
  };
  colorField!.resolve = () => color.get();
  return separateRootFields(schema);
}

const ask = async (source: string) => {
  const { data, errors } = await graphql({ schema: schemaOfColors(), source });
  if (errors) throw errors[0];
  return JSON.parse(JSON.stringify(data)) as object;
};

describe('root fields that run side by side', () => {
  it('read what was set for them, and so do the fields below', async () => {
    const query =
      '{ a: paint(name: "red") { color below { color } } b: paint(name: "blue") { color below { color } } }';
    expect(await withContext(workContext('job'), () => ask(query))).toEqual({
      a: { color: 'red', below: [{ color: 'red' }] },
      b: { color: 'blue', below: [{ color: 'blue' }] },
    });
  });

  it('read what was set before them, and leave it to the others', async () => {
    const answer = await withContext(workContext('job'), async () => {
      color.set('green');
      return [await ask('{ paint(name: "red") { color } unpainted }'), color.get()];
    });
    expect(answer).toEqual([{ paint: { color: 'red' }, unpainted: 'green' }, 'green']);
  });

  it('run outside of a request, too', async () => {
    expect(await ask('{ unpainted }')).toEqual({ unpainted: 'no color' });
  });
});
