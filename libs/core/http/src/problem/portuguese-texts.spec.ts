import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { portugueseMessage } from './portuguese-texts.js';

const LIBS = resolve(import.meta.dirname, '../../..');

/** The libs through which every request goes. */
const ON_THE_WAY = ['auth', 'http'];

function sources(): ts.SourceFile[] {
  return ON_THE_WAY.flatMap((lib) => {
    const files = readdirSync(join(LIBS, lib, 'src'), { recursive: true, encoding: 'utf8' });
    const code = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
    return code.map((file) => join(LIBS, lib, 'src', file));
  }).map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
}

/** The messages of a file's Problems, with 1 for each value in them. Problems with details have a sentence for each field. */
function messagesOf(file: ts.SourceFile): string[] {
  const makers = new Set<string>();
  const messages: string[] = [];
  const visit = (node: ts.Node, take: (node: ts.Node) => void): void => {
    take(node);
    node.forEachChild((child) => visit(child, take));
  };
  visit(file, (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer)) {
      if (node.initializer.type?.getText() === 'Problem') makers.add(node.name.getText());
    } else if (ts.isFunctionDeclaration(node) && node.type?.getText() === 'Problem') {
      makers.add(node.name?.text ?? '');
    }
  });
  visit(file, (node) => {
    if (ts.isCallExpression(node) && makers.has(node.expression.getText())) {
      messages.push(...node.arguments.flatMap(textsIn));
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'Problem') {
      const options = node.arguments?.[1];
      if (!options || !ts.isObjectLiteralExpression(options)) return;
      const valueOf = (name: string) =>
        options.properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === name);
      const message = valueOf('message');
      if (message && !valueOf('details')) messages.push(...textsIn(message));
    }
  });
  return messages;
}

function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `1${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsIn);
  if (ts.isPropertyAssignment(node)) return textsIn(node.initializer);
  return [];
}

describe('the messages of libs', () => {
  const messages = [...new Set(sources().flatMap(messagesOf))].filter((message) => /^[A-Z].* /.test(message));

  it('are found in their code', () => {
    expect(messages).toEqual(
      expect.arrayContaining([
        'The API key lacks the scope 1',
        'A file is too large',
        'The request has too many parts',
        'The body is not JSON; send application/json.',
      ]),
    );
    expect(messages.length).toBeGreaterThan(25);
  });

  it('all have a Portuguese form', () => {
    expect(messages.filter((message) => portugueseMessage(message) === message)).toEqual([]);
  });
});
