"""Knowledge about models: catalog, profiles, and the probes behind the Test button."""
