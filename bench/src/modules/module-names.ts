const AREAS = [
  'billing', 'catalogue', 'contracts', 'customers', 'deliveries', 'expenses', 'forecasts', 'inventory', 'invoices', 'journeys',
  'leave', 'machines', 'meetings', 'orders', 'payroll', 'permits', 'purchases', 'quality', 'returns', 'suppliers',
];
const SUBJECTS = ['archive', 'approvals', 'calendar', 'dashboard', 'documents', 'history', 'imports', 'planning', 'reports', 'settings'];

/** What a site of many teams could call its page modules: as many names as wanted, up to 200, each different. */
export function moduleNames(count: number): { readonly area: string; readonly subject: string }[] {
  const all = SUBJECTS.flatMap((subject) => AREAS.map((area) => ({ area, subject })));
  if (count > all.length) throw new RangeError(`There are names for ${all.length} modules.`);
  return all.slice(0, count);
}
