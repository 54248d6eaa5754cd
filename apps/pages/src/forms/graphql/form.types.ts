import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import type { Form } from '#libs/sites/forms';
import { BY_TIME, byDate, byText, connectionOf, GraphqlObject, ListOrders } from '#libs/core/graphql';
import { FormFilters } from '../dto/form.requests.js';
import { FormSummary } from '../dto/form.responses.js';

@GraphqlObject('Form', 'A form that visitors send.')
export class FormNode extends FormSummary {
  @Field({ description: 'Lists have no deleted form; leads show theirs also when it is deleted.' })
  apagado: boolean;

  static override of(form: Form): FormNode {
    return { ...FormSummary.of(form), apagado: form.deletedAt !== null };
  }
}

const forms = connectionOf('Form', FormNode, {
  max: 200,
  position: ({ id }) => [id],
  filters: FormFilters,
  // An account has 1,000 forms at most.
  orders: new ListOrders('FormSort', { ...BY_TIME, ...byText('name'), ...byDate('updated') }),
  counted: true,
});

@ArgsType()
export class FormConnectionArgs extends forms.Args {}

@ObjectType()
export class FormConnection extends forms.Connection {}
