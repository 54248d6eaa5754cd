import { ApiProperty } from '@nestjs/swagger';
import { Flag, MayBeAbsent } from '#libs/http';
import type { TrackingFlags } from './tracking-setting.entity.js';

/** At least one of the fields. What is absent stays. */
export class ChangeTrackingRequest {
  @MayBeAbsent()
  @Flag({ description: 'Put a picture into HTML mail and count when it is fetched.' })
  Opens?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'Lead links in HTML mail over this service and count who follows them.' })
  Clicks?: boolean;
}

export class TrackingView {
  @ApiProperty()
  Opens: boolean;

  @ApiProperty()
  Clicks: boolean;
}

export class TrackingResponse {
  @ApiProperty({ type: TrackingView })
  Tracking: TrackingView;

  static of({ opens, clicks }: TrackingFlags): TrackingResponse {
    return { Tracking: { Opens: opens, Clicks: clicks } };
  }
}
