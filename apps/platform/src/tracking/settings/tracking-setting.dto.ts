import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, Problem } from '#libs/core/http';
import type { TrackingFlags } from './tracking-setting.entity.js';

/** At least one of the fields. What is absent stays. */
@GraphqlInput('ChangeTrackingSettingsInput')
export class ChangeTrackingRequest {
  @MayBeAbsent()
  @Flag({ description: 'Put a picture into HTML mail and count when it is fetched.' })
  Opens?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'Lead links in HTML mail over this service and count who follows them.' })
  Clicks?: boolean;

  /** @throws Problem MissingParameter without either */
  toFlags(): Partial<TrackingFlags> {
    if (this.Opens === undefined && this.Clicks === undefined) {
      throw new Problem('MissingParameter', { message: 'Give Opens, Clicks or both' });
    }
    return { opens: this.Opens, clicks: this.Clicks };
  }
}

@GraphqlObject('TrackingSettings')
export class TrackingView {
  @ApiProperty()
  Opens: boolean;

  @ApiProperty()
  Clicks: boolean;

  static of({ opens, clicks }: TrackingFlags): TrackingView {
    return { Opens: opens, Clicks: clicks };
  }
}

export class TrackingResponse {
  @ApiProperty({ type: TrackingView })
  Tracking: TrackingView;

  static of(flags: TrackingFlags): TrackingResponse {
    return { Tracking: TrackingView.of(flags) };
  }
}
