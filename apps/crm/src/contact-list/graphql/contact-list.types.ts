import { ArgsType, Field } from '@nestjs/graphql';
import { connectionArgs, JsonObject } from '#libs/core/graphql';
import { MayBeAbsent, TextMap } from '#libs/core/http';
import type { CustomTexts } from '../contact-filter.js';
import { CONTACT_ORDERS, CONTACTS_MAX } from '../../contacts/graphql/contact.types.js';
import { ContactFilters } from '../dto/contact-list.query.js';

/** More than an account has fields. */
const TEXTS_MAX = 200;

/** The filters of REST; `campos` has its parameters `campo.<chave>`. */
@ArgsType()
export class ContactFilterArgs extends ContactFilters {
  @Field(() => JsonObject, {
    nullable: true,
    description: 'Values of the fields of the account as texts, by key: those of `campo.<chave>` on REST.',
  })
  @MayBeAbsent()
  @TextMap({ max: TEXTS_MAX, keyMax: 64, valueMax: 1_000 })
  campos?: Record<string, string>;
}

@ArgsType()
export class ContactConnectionArgs extends connectionArgs({
  max: CONTACTS_MAX,
  filters: ContactFilterArgs,
  orders: CONTACT_ORDERS,
}) {}

export const toCustomTexts = ({ campos = {} }: ContactFilterArgs): CustomTexts => new Map(Object.entries(campos));
