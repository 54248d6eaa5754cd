import { ApiProperty } from '@nestjs/swagger';

/** HTML that is kept for a frame. */
export class FrameView {
  @ApiProperty({ description: 'Its name in `/frame/preview/{id}`' })
  id: string;
}
