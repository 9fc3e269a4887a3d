import './app.js';
import { hub } from './hub.js';
import { settings } from './settings.js';

settings.apply();
// A code in the address is for somebody new: the login uses it up, whoever was signed in before.
if (!new URLSearchParams(location.search).has('code')) hub.start();
else {
  hub.session = 'out';
  hub.changed();
}
