import { utc } from '../json-times.ts';
import type { FactorRow } from './factor-row.ts';

/** A factor as the API shows it (GoTrue's models.Factor). */
export function factorJson(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: utc(factor.created_at),
    updated_at: utc(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name === null || factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.last_challenged_at === null ? null : utc(factor.last_challenged_at),
  };
}
