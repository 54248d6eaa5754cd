import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { SecretBox } from '#libs/core/secrets';
import { ContactListService } from '../../contact-list/contact-list.service.js';
import { ContactConnection, ContactsOfArgs } from '../../contacts/graphql/contact.types.js';
import { filteredCursors } from '../../filtered-cursors.js';
import { UuidArgument } from '../../uuid-argument.js';
import {
  SegmentAnswer,
  SegmentObject,
  SegmentPreviewRequest,
  SegmentReachAnswer,
  SegmentRequest,
  toGivenCriteria,
  toGivenSegment,
} from '../segment.dto.js';
import { found } from '../segment-problems.js';
import { SegmentsService } from '../segments.service.js';

@Session()
@Resolver(() => SegmentObject)
export class SegmentsResolver {
  constructor(
    private readonly service: SegmentsService,
    private readonly contactList: ContactListService,
    private readonly secrets: SecretBox,
  ) {}

  @Query(() => [SegmentObject], {
    nullable: true,
    description: 'The segments of the account by name; at most 100 by default.',
  })
  async segments(): Promise<SegmentObject[]> {
    return (await this.service.list(currentTenantId())).map((one) => SegmentObject.of(one));
  }

  @Query(() => SegmentObject, { nullable: true, description: 'One segment of the account.' })
  async segment(@UuidArgument() id: string): Promise<SegmentObject> {
    return SegmentObject.of(found(await this.service.find(currentTenantId(), id)));
  }

  @Mutation(() => SegmentReachAnswer, {
    nullable: true,
    description: 'Counts the contacts that meet criteria, which are not kept.',
  })
  async previewSegment(@Args('input') input: SegmentPreviewRequest): Promise<SegmentReachAnswer> {
    return { alcance: await this.service.preview(currentTenantId(), toGivenCriteria(input)) };
  }

  @ResolveField(() => ContactConnection, { description: 'The contacts in it, newest first.' })
  async contacts(@Parent() { id }: SegmentObject, @Args() args: ContactsOfArgs): Promise<ContactConnection> {
    const tenantId = currentTenantId();
    const filter = { segmentId: id };
    const cursors = filteredCursors(this.secrets, 'crm.segment-members', tenantId, filter);
    return ContactConnection.read(args, cursors, (page) => this.contactList.listPage(tenantId, filter, page));
  }

  @Mutation(() => SegmentAnswer, {
    nullable: true,
    description: 'A new segment. A job evaluates all contacts; those who change later come and leave by themselves.',
  })
  async createSegment(@Args('input') input: SegmentRequest): Promise<SegmentAnswer> {
    return SegmentAnswer.of(await this.service.create(currentTenantId(), toGivenSegment(input)));
  }

  @Mutation(() => SegmentAnswer, { nullable: true, description: 'Replaces the name and all criteria of a segment.' })
  async replaceSegment(@UuidArgument() id: string, @Args('input') input: SegmentRequest): Promise<SegmentAnswer> {
    return SegmentAnswer.of(await this.service.replace(currentTenantId(), id, toGivenSegment(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a segment; its contacts stay. Answers its id.' })
  async deleteSegment(@UuidArgument() id: string): Promise<string> {
    await this.service.delete(currentTenantId(), id);
    return id;
  }
}
