import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { RedirectFilters, RedirectObject } from '../redirect.dto.js';

const redirects = connectionOf('Redirect', RedirectObject, {
  max: 200,
  position: ({ id }) => [id],
  filters: RedirectFilters,
});

@ArgsType()
export class RedirectConnectionArgs extends redirects.Args {}

@ObjectType()
export class RedirectConnection extends redirects.Connection {}
