import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { ContactRelations } from '../../contacts/graphql/contact-relations.js';
import { UuidArgument } from '../../uuid-argument.js';
import { reasonMissing } from '../erasure-problems.js';
import {
  CreateErasureRequestRequest,
  ErasureRequestObject,
  RefuseErasureRequestRequest,
  toNewErasureRequest,
} from '../erasure-request.dto.js';
import { ErasureRequestsService } from '../erasure-requests.service.js';
import { ErasureRequestConnection, ErasureRequestConnectionArgs } from './erasure-request.types.js';

@Resolver(() => ErasureRequestObject)
export class ErasureRequestsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly requests: ErasureRequestsService,
    private readonly relations: ContactRelations,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.erasure-requests');
  }

  @Query(() => ErasureRequestConnection, { nullable: true, description: 'The requests, newest first, for admins.' })
  @Session({ role: 'admin' })
  async erasureRequests(@Args() args: ErasureRequestConnectionArgs): Promise<ErasureRequestConnection> {
    const tenantId = currentTenantId();
    return ErasureRequestConnection.read(args, this.cursors, (page) =>
      this.requests.listPage(tenantId, args.status, page),
    );
  }

  @Mutation(() => ErasureRequestObject, {
    nullable: true,
    description: 'Asks for the erasure of a contact. Nothing is erased until an admin approves.',
  })
  @Session()
  async createErasureRequest(@Args('input') input: CreateErasureRequestRequest): Promise<ErasureRequestObject> {
    const { userId } = currentSession();
    return ErasureRequestObject.of(await this.requests.create(currentTenantId(), userId, toNewErasureRequest(input)));
  }

  @Mutation(() => ErasureRequestObject, {
    nullable: true,
    description: 'Erases the personal data of the contact for good, by an admin. The other apps are told.',
  })
  @Session({ role: 'admin' })
  async approveErasureRequest(@UuidArgument() id: string): Promise<ErasureRequestObject> {
    return ErasureRequestObject.of(await this.requests.approve(currentTenantId(), id, currentSession().userId));
  }

  @Mutation(() => ErasureRequestObject, { nullable: true, description: 'Refuses a request, by an admin.' })
  @Session({ role: 'admin' })
  async refuseErasureRequest(
    @UuidArgument() id: string,
    @Args('input') { motivo }: RefuseErasureRequestRequest,
  ): Promise<ErasureRequestObject> {
    if (!motivo?.trim()) throw reasonMissing();
    const { userId } = currentSession();
    return ErasureRequestObject.of(await this.requests.refuse(currentTenantId(), id, userId, motivo));
  }

  @ResolveField(() => ContactObject, { nullable: true, description: 'Null once it is deleted.' })
  async contact(@Parent() { contato_id }: ErasureRequestObject): Promise<ContactObject | null> {
    const record = await this.relations.contacts.load(contato_id);
    return record ? ContactObject.of(record) : null;
  }
}
