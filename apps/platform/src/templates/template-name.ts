import { applyDecorators } from '@nestjs/common';
import { MayBeAbsent, MayBeNull, Text } from '#libs/core/http';

const ALIAS_MAX = 100;
const CHARACTERS = `[A-Za-z0-9][A-Za-z0-9._-]{0,${ALIAS_MAX - 1}}`;

/** Alias of a template. None looks like an id, so that a send names one template or the other. */
const ALIAS = new RegExp(`^(?!tpl_)${CHARACTERS}$`);

/** Id or alias of a template. */
const NAME = new RegExp(`^${CHARACTERS}$`);

/** The field of a template with its alias; absent it has none. */
export const TemplateAlias = (): PropertyDecorator =>
  applyDecorators(
    MayBeAbsent(),
    MayBeNull(),
    Text({
      min: 1,
      max: ALIAS_MAX,
      pattern: ALIAS,
      form: 'must begin with a letter or digit, go on with these, dots, hyphens or underscores, and not begin with tpl_',
      example: 'order-receipt',
      description: 'A name that sends may use in place of the id; unique in the account.',
    }),
  );

/** A field of a send that names a template by its id or alias; it may be absent. */
export const TemplateName = (description: string): PropertyDecorator =>
  applyDecorators(
    MayBeAbsent(),
    Text({
      min: 1,
      max: ALIAS_MAX,
      pattern: NAME,
      form: 'must be the id or the alias of a template',
      example: 'tpl_0c7b3f19ad62e04f',
      description,
    }),
  );
