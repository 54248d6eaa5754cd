import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { AbQuery } from './ab-query.js';
import { AbReportObject } from './ab-report.dto.js';
import { AbReportService } from './ab-report.service.js';

@ApiTags('Experimentos')
@Session()
@Controller('v1/analytics/ab')
export class AbReportController {
  constructor(private readonly reports: AbReportService) {}

  @Get()
  @Operation({
    summary: 'O relatório de um experimento',
    description:
      'Visitantes expostos na última fase e quantos deles converteram. `vencedor_provavel` exige a chance `prob`, uma perda ' +
      'esperada menor que 0,25% da taxa, um teste que vale a cada olhada e visitantes divididos como os pesos.',
    success: { status: 200, type: AbReportObject },
    errors: [422],
  })
  async read(@Query() query: AbQuery): Promise<AbReportObject> {
    return AbReportObject.of(await this.reports.read(currentTenantId(), query));
  }
}
