export default { preset: '@atrium/page-kit' };
