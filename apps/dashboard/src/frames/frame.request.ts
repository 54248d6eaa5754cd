import { QueryEnum, QueryText, Text } from '#libs/core/http';

const MIB = 1024 * 1024;

/** HTML for a frame. */
export class FrameRequest {
  @Text({ min: 1, max: 2 * MIB, description: 'The HTML' })
  html: string;
}

/** How a frame is shown. */
export class FrameQuery {
  @QueryEnum(['0', '1'], { description: '1 loads pictures of other servers' })
  pictures?: string;

  @QueryText({ max: 100, description: 'Id or slug of the tenant; the first of the user if absent' })
  tenant?: string;
}
