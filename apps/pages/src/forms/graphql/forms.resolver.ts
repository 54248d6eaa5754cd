import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PagesConfig } from '../../config.js';
import { FormRequest } from '../dto/form.requests.js';
import { snippetOf } from '../dto/form.responses.js';
import { toFormValues, toUpsert } from '../form-mapping.js';
import { FormsService } from '../forms.service.js';
import { FormConnection, FormConnectionArgs, FormNode } from './form.types.js';

@Session()
@Resolver(() => FormNode)
export class FormsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly formsService: FormsService,
    private readonly config: PagesConfig,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.forms');
  }

  @Query(() => FormConnection, { nullable: true, description: 'The forms, newest first.' })
  async forms(@Args() args: FormConnectionArgs): Promise<FormConnection> {
    const tenantId = currentTenantId();
    return FormConnection.read(args, this.cursors, (page) =>
      this.formsService.listPage(tenantId, args.external_id, page),
    );
  }

  @Query(() => FormNode, { nullable: true, description: 'One form; a deleted one is not found.' })
  async form(@Args('id', { type: () => ID }) id: string): Promise<FormNode> {
    const form = await this.formsService.find(currentTenantId(), id);
    if (!form) throw new Problem('NotFound');
    return FormNode.of(form);
  }

  @Mutation(() => FormNode, { nullable: true, description: 'A new form.' })
  async createForm(@Args('input') input: FormRequest): Promise<FormNode> {
    const { answer } = await this.formsService.create(currentTenantId(), toFormValues(input), null, (form) =>
      FormNode.of(form),
    );
    return answer;
  }

  @Mutation(() => FormNode, {
    nullable: true,
    description: 'Replaces the whole definition: what is absent becomes the default again.',
  })
  async updateForm(@Args('id', { type: () => ID }) id: string, @Args('input') input: FormRequest): Promise<FormNode> {
    return FormNode.of(await this.formsService.update(currentTenantId(), id, toFormValues(input)));
  }

  @Mutation(() => FormNode, {
    nullable: true,
    description: 'Makes the form of an external_id, or replaces its whole definition.',
  })
  async upsertForm(@Args('external_id') name: string, @Args('input') input: FormRequest): Promise<FormNode> {
    const { externalId, values } = toUpsert(name, input);
    const { form } = await this.formsService.upsert(currentTenantId(), externalId, values);
    return FormNode.of(form);
  }

  @Mutation(() => ID, {
    nullable: true,
    description:
      'Takes no more submissions; its leads stay. Published pages lose it if confirmed, else it is refused. Answers its id.',
  })
  async deleteForm(
    @Args('id', { type: () => ID }) id: string,
    @Args('confirmar', { type: () => Boolean, nullable: true, defaultValue: false }) confirmed: boolean | null,
  ): Promise<string> {
    await this.formsService.delete(currentTenantId(), id, confirmed ?? false);
    return id;
  }

  @ResolveField(() => String, { description: 'HTML that shows the form in a page of your own.' })
  snippet(@Parent() { id }: FormNode): string {
    return snippetOf(id, this.config.runtimeUrl);
  }
}
