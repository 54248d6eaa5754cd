import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
} from '@nestjs/common/constants.js';
import { expect, it } from 'vitest';
import { NativeController } from './native/native.controller.js';
import { SnippetController } from './snippet/snippet.controller.js';

const KINDS = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA];

/** Names of the guards, pipes and interceptors that Nest runs around a method. */
function declaredFor(owner: new (...parts: never[]) => object, method: unknown): string[] {
  const found = [owner, method].flatMap((target) =>
    KINDS.flatMap((kind) => (Reflect.getMetadata(kind, target as object) ?? []) as { name: string }[]),
  );
  return found.map(({ name }) => name);
}

it('the direct routes leave out nothing that is declared for the methods of the controllers', () => {
  // The one guard finds the form, as the direct route does. What is declared here must be done there, too.
  expect(declaredFor(SnippetController, Reflect.get(SnippetController.prototype, 'submit'))).toEqual(['KnownGuard']);
  expect(declaredFor(NativeController, Reflect.get(NativeController.prototype, 'submit'))).toEqual([]);
});
