/** Who may import whom: `npm test` checks these rules, for type imports too. The picture in docs/explanation is drawn from the same graph. */
export default {
  forbidden: [
    { name: 'no-cycle-between-files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-cycle-between-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|test|templates)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'], extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
