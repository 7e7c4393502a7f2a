"""What annotation tools export, as tables."""
