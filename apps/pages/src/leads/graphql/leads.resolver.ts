import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import type { Lead } from '#libs/sites/forms';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { FormNode } from '../../forms/graphql/form.types.js';
import { PageNode } from '../../pages/graphql/page.types.js';
import { toLeadFilter } from '../dto/lead.queries.js';
import { LeadFileView } from '../dto/lead.responses.js';
import { LeadsService } from '../leads.service.js';
import { LeadRelations } from './lead-relations.js';
import { LeadConnection, LeadConnectionArgs, LeadNode, LeadsOfArgs, LeadsOfEmail } from './lead.types.js';

@Session()
@Resolver(() => LeadNode)
export class LeadsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly leadsService: LeadsService,
    private readonly relations: LeadRelations,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.leads');
  }

  @Query(() => LeadConnection, { nullable: true, description: 'The leads, newest first; without status, no spam.' })
  async leads(@Args() args: LeadConnectionArgs): Promise<LeadConnection> {
    const tenantId = currentTenantId();
    return LeadConnection.read(args, this.cursors, (page) =>
      this.leadsService.listPage(tenantId, toLeadFilter(args), page),
    );
  }

  @Query(() => [LeadsOfEmail], {
    nullable: true,
    description: 'The newest leads of each address, in the order of the addresses; case does not matter.',
  })
  async leadsOf(@Args() { emails, first }: LeadsOfArgs): Promise<LeadsOfEmail[]> {
    const keys = [...new Set(emails.map((email) => email.toLowerCase()))];
    const found = await this.leadsService.listOfEmails(currentTenantId(), keys, first);
    return emails.map((email) => ({
      email,
      leads: (found.get(email.toLowerCase()) ?? []).map((lead) => LeadNode.of(lead)),
    }));
  }

  @Query(() => LeadNode, { nullable: true, description: 'One lead.' })
  async lead(@Args('id', { type: () => ID }) id: string): Promise<LeadNode> {
    return LeadNode.of(await this.get(id));
  }

  @Mutation(() => LeadNode, {
    nullable: true,
    description:
      'Decides whether a lead is spam. One that is none goes to the CRM; one that is no longer counts there.',
  })
  async decideLeadSpam(
    @Args('id', { type: () => ID }) id: string,
    @Args('spam', { type: () => Boolean }) spam: boolean,
  ): Promise<LeadNode> {
    return LeadNode.of(await this.leadsService.decideSpam(currentTenantId(), id, spam));
  }

  @Mutation(() => LeadNode, { nullable: true, description: 'Sends the e-mail that asks for the confirmation again.' })
  async askLeadConfirmation(@Args('id', { type: () => ID }) id: string): Promise<LeadNode> {
    return LeadNode.of(await this.leadsService.askConfirmationAgain(await this.get(id)));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes a lead with its files, for good. What the CRM has got stays there. Answers its id.',
  })
  async deleteLead(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.leadsService.delete(await this.get(id));
    return id;
  }

  @ResolveField(() => FormNode, { description: 'The form that was sent, also if it is deleted.' })
  async form(@Parent() { form_id }: LeadNode): Promise<FormNode> {
    const form = await this.relations.forms.load(form_id);
    if (!form) throw new Problem('NotFound');
    return FormNode.of(form);
  }

  @ResolveField(() => PageNode, { nullable: true, description: 'The page that it was sent from; null once deleted.' })
  async page(@Parent() { pagina_id }: LeadNode): Promise<PageNode | null> {
    const page = pagina_id === null ? undefined : await this.relations.pages.load(pagina_id);
    return page ? PageNode.of(page) : null;
  }

  @ResolveField(() => [LeadFileView], { description: 'The files that were sent; REST downloads them.' })
  async arquivos(@Parent() { id }: LeadNode): Promise<LeadFileView[]> {
    const files = (await this.relations.files.load(id)) ?? [];
    return files.map((file) => LeadFileView.of(file));
  }

  private async get(id: string): Promise<Lead> {
    const lead = await this.leadsService.find(currentTenantId(), id);
    if (!lead) throw new Problem('NotFound');
    return lead;
  }
}
