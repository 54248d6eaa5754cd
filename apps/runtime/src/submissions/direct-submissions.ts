import type { INestApplicationContext } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type { DirectRoutes } from '#libs/core/http-fast';
import { isId } from '#libs/core/persistence';
import { isReservedSlug } from '#libs/sites/sites';
import { FormCache } from './forms/form-cache.js';
import { NativeController } from './native/native.controller.js';
import { SnippetController } from './snippet/snippet.controller.js';

/** A path of one plain segment, which has one spelling. */
const SLUG = /^[a-z0-9-]+$/;

/** Adds direct routes for forms to the controllers' methods, with the same checks in the same order. */
export function addSubmissionRoutes(direct: DirectRoutes, app: INestApplicationContext): void {
  const snippet = app.get(SnippetController, { strict: false });
  const native = app.get(NativeController, { strict: false });
  const forms = app.get(FormCache, { strict: false });

  direct.addPost('/f/', '/f/:formID', 200, (formId) => {
    if (!isId('frm', formId)) return null;
    return async (request, response) => {
      const form = await forms.find(formId);
      if (!form) throw new Problem('NotFound');
      return snippet.submit(form, request, response);
    };
  });
  direct.addPost('/', '/:slug', 303, (slug) => {
    if (!SLUG.test(slug) || isReservedSlug(slug)) return null;
    return (request, response) => native.submit(slug, request, response);
  });
}
