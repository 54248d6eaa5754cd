import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { ContactsService } from '../../contacts/contacts.service.js';
import { ContactScoreObject, ScoreRulesObject, ScoreRulesRequest, toGivenRules } from '../score.dto.js';
import { ScoresService } from '../scores.service.js';

@Resolver(() => ScoreRulesObject)
export class ScoresResolver {
  constructor(
    private readonly scores: ScoresService,
    private readonly contacts: ContactsService,
  ) {}

  @Session()
  @Query(() => ScoreRulesObject, {
    nullable: true,
    description: 'The rules by which contacts have a score, and how far the evaluation of all contacts is.',
  })
  async scoreRules(): Promise<ScoreRulesObject> {
    return ScoreRulesObject.of(await this.scores.get(currentTenantId()));
  }

  @Session()
  @Query(() => ContactScoreObject, { nullable: true, description: 'The score of a contact now, and why.' })
  async contactScore(@Args('contato_id', { type: () => ID }) contactId: string): Promise<ContactScoreObject> {
    const tenantId = currentTenantId();
    const record = await this.contacts.find(tenantId, contactId);
    if (!record) throw new Problem('NotFound');
    return ContactScoreObject.of(await this.scores.explain(tenantId, record.contact.id));
  }

  @Session({ role: 'admin' })
  @Mutation(() => ScoreRulesObject, {
    nullable: true,
    description: 'Replaces all rules of scores, by an admin. A job then evaluates all contacts.',
  })
  async replaceScoreRules(@Args('input') input: ScoreRulesRequest): Promise<ScoreRulesObject> {
    return ScoreRulesObject.of(await this.scores.replace(currentTenantId(), toGivenRules(input)));
  }
}
