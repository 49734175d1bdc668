/** Where tabs report what became of the releases of page modules (design §7, Reports). Tabs do not need the form's schema. */
export const reportsPath = '/__atrium/reports';

/** So many reports come in one request at most: a tab that starts every module of a large site sends a few requests. */
export const mostReports = 50;
