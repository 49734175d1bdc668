import './styles/shell.css';
import * as ui from '@atrium/page-kit/ui';
import React from 'react';
import ReactDOM from 'react-dom';
import * as jsxRuntime from 'react/jsx-runtime';
import * as router from 'react-router-dom';
import { siteLoads } from './boot.ts';
import { provideSharedPackages } from './federation/shared-packages.ts';
import { provideOpenTab, renderSite } from './site.tsx';

provideSharedPackages({
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-router-dom': router,
  '@atrium/page-kit/ui': ui,
  '@atrium/page-kit/site': () => import(/* webpackChunkName: "site" */ '@atrium/page-kit/site'),
  '@atrium/page-kit/primitives': async () => (await siteLoads.openTab.get()).loadPrimitives(),
});
provideOpenTab(siteLoads);

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id root.');
void renderSite(root, siteLoads);
