import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { CURSOR_MAX, invalidField, Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ReplaySessionView, toReplayFilter } from '../replay.dto.js';
import { ReplayService } from '../replay.service.js';
import { ReplayEvents, ReplaySessionConnection, ReplaySessionConnectionArgs } from './replay.types.js';

@Session()
@Resolver(() => ReplaySessionView)
export class ReplayResolver {
  private readonly cursors: SealedCursors;
  private readonly eventCursors: SealedCursors;

  constructor(
    private readonly replays: ReplayService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.replay');
    this.eventCursors = new SealedCursors(secrets, 'pages.replay.events');
  }

  @Query(() => ReplaySessionConnection, { nullable: true, description: 'The recordings of visits, newest first.' })
  async replaySessions(@Args() args: ReplaySessionConnectionArgs): Promise<ReplaySessionConnection> {
    const tenantId = currentTenantId();
    return ReplaySessionConnection.read(args, this.cursors, (page) =>
      this.replays.listPage(tenantId, toReplayFilter(args), page),
    );
  }

  @Query(() => ReplayEvents, { nullable: true, description: 'The events of a recording, some at a time.' })
  async replayEvents(
    @Args('id', { type: () => ID }) id: string,
    @Args('after', { type: () => String, nullable: true }) after?: string | null,
  ): Promise<ReplayEvents> {
    const replay = await this.replays.find(currentTenantId(), id);
    if (!replay) throw new Problem('NotFound');
    const { events, next } = await this.replays.readPage(replay, this.placeOf(after));
    return { events, next: this.eventCursors.seal(next === null ? null : [next]) };
  }

  /** @throws Problem InvalidParameter */
  private placeOf(after: string | null | undefined): number {
    if (after === null || after === undefined) return 0;
    const [place] = (after.length <= CURSOR_MAX && this.eventCursors.open(after)) || [];
    if (typeof place !== 'number') throw invalidField('InvalidParameter', 'after', 'não é um cursor desta lista');
    return place;
  }
}
