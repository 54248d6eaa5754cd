import { ArgsType, ObjectType } from '@nestjs/graphql';
import type { Lead } from '#libs/sites/forms';
import { connectionOf, GraphqlObject } from '#libs/core/graphql';
import { LeadFilters } from '../dto/lead.queries.js';
import { LeadView } from '../dto/lead.responses.js';

@GraphqlObject('Lead', 'What was sent by a form, with all that is known of it.')
export class LeadNode extends LeadView {
  /** Its files are read when a query asks for them. */
  static override of(lead: Lead): LeadNode {
    return LeadView.ofLead(lead, []);
  }
}

const leads = connectionOf('Lead', LeadNode, { max: 200, position: ({ id }) => [id], filters: LeadFilters });

@ArgsType()
export class LeadConnectionArgs extends leads.Args {}

@ObjectType()
export class LeadConnection extends leads.Connection {}
