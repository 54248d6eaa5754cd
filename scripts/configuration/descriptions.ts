import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The doc comments of configuration classes by property; those of an app's features and its own override those of libs/core/config. */
export function descriptionsFor(root: string, app: string): Map<string, string> {
  const shared = join(root, 'libs/core/config/src');
  const files = readdirSync(shared)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(shared, file));
  const src = join(root, 'apps', app, 'src');
  const ofFeatures = readdirSync(src, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(src, name, `${name}-config.ts`))
    .filter((file) => existsSync(file));
  const all = [...files, ...ofFeatures, join(src, 'config.ts')].flatMap((file) => [...descriptionsIn(file)]);
  return new Map(all);
}

function descriptionsIn(file: string): Map<string, string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  for (const statement of source.statements.filter(ts.isClassDeclaration)) {
    for (const member of statement.members.filter(ts.isPropertyDeclaration)) {
      const comment = ts.getJSDocCommentsAndTags(member).find(ts.isJSDoc)?.comment;
      const text = ts.getTextOfJSDocComment(comment)?.replace(/\s+/g, ' ').trim();
      if (text) found.set(member.name.getText(source), text);
    }
  }
  return found;
}
