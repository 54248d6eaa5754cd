import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import type { Lead } from '#libs/sites/forms';
import { BY_TIME, connectionOf, GraphqlObject, KeyList, ListOrders } from '#libs/core/graphql';
import { PageLimit } from '#libs/core/http';
import { LeadFilters } from '../dto/lead.queries.js';
import { LeadView } from '../dto/lead.responses.js';

@GraphqlObject('Lead', 'What was sent by a form, with all that is known of it.')
export class LeadNode extends LeadView {
  /** Its files are read when a query asks for them. */
  static override of(lead: Lead): LeadNode {
    return LeadView.ofLead(lead, []);
  }
}

const leads = connectionOf('Lead', LeadNode, {
  max: 200,
  position: ({ id }) => [id],
  filters: LeadFilters,
  orders: new ListOrders('LeadSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class LeadConnectionArgs extends leads.Args {}

@ObjectType()
export class LeadConnection extends leads.Connection {}

@ArgsType()
export class LeadsOfArgs {
  @KeyList('String')
  emails: string[];

  @PageLimit(20, 5)
  first: number;
}

@ObjectType({ description: 'The newest leads of one e-mail address.' })
export class LeadsOfEmail {
  @Field({ description: 'As it was asked for.' })
  email: string;

  @Field(() => [LeadNode], { description: 'Newest first, without spam; none for an address that sent nothing.' })
  leads: LeadNode[];
}
