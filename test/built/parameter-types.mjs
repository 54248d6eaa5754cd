// Loads every controller and resolver of the built product and prints, as JSON, what Nest and the validation pipe find
// of the handlers' bodies, queries and arguments. A process of its own: a spec would load the sources in place of `dist`.
import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = resolve(import.meta.dirname, '../../dist');

/** Keys of Nest's metadata of parameters: a body or an argument of GraphQL, and a query. */
const KINDS = { 3: 'body', 4: 'query' };

function filesBelow(part) {
  const files = readdirSync(join(DIST, part), { recursive: true });
  return files.filter((file) => /\.(controller|resolver)\.js$/.test(file)).map((file) => join(part, file));
}

async function classesOf(file) {
  const module = await import(pathToFileURL(join(DIST, file)).href);
  return Object.values(module).filter((value) => typeof value === 'function' && value.prototype);
}

/** Lists the methods of the class and of those that it extends. */
function methodsOf(type) {
  const names = Object.getOwnPropertyNames(type.prototype ?? {});
  const base = Object.getPrototypeOf(type);
  return base?.prototype ? [...names, ...methodsOf(base)] : names;
}

function parametersOf(file, type) {
  return [...new Set(methodsOf(type))].flatMap((method) => {
    const parameters = Object.entries(Reflect.getMetadata('__routeArguments__', type, method) ?? {});
    const types = Reflect.getMetadata('design:paramtypes', type.prototype, method) ?? [];
    return parameters.flatMap(([key, { index, data, pipes }]) => {
      const kind = KINDS[key.split(':')[0]];
      const where = { file, app: file.split('/')[1], class: type.name, method, index };
      return kind ? [{ ...where, kind, name: data, hasPipe: pipes.length > 0, type: types[index]?.name }] : [];
    });
  });
}

const files = [...filesBelow('apps'), ...filesBelow('libs')];
const parameters = [];
for (const file of files) for (const type of await classesOf(file)) parameters.push(...parametersOf(file, type));
process.stdout.write(JSON.stringify(parameters));
