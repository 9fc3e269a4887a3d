// A classic script in the head: the page must not flash in the wrong colours before the modules are there.
(() => {
  try {
    const settings = JSON.parse(localStorage.getItem('parley.settings') ?? '{}');
    document.documentElement.dataset.theme = settings.theme ?? 'system';
    document.documentElement.dataset.density = settings.density ?? 'comfortable';
  } catch {
    document.documentElement.dataset.theme = 'system';
  }
})();
