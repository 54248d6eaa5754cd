import { ApiProperty } from '@nestjs/swagger';
import { PlanView } from '../../../plans/dto/plan.views.js';

export class PlanResponse {
  @ApiProperty({ type: PlanView })
  Plan: PlanView;
}

export class PlanListResponse {
  @ApiProperty({ type: [PlanView] })
  Plans: PlanView[];
}
